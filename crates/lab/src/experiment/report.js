// Sorts the table by a click on its head, and replays solutions on the boards.
for (const table of document.querySelectorAll('table.runs')) {
  table.querySelectorAll('th').forEach((head, column) => {
    let up = false;
    head.addEventListener('click', () => {
      up = !up;
      const body = table.tBodies[0];
      const key = (row) => row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => key(a).localeCompare(key(b), 'en', { numeric: true }));
      body.append(...(up ? rows : rows.reverse()));
    });
  });
}
for (const player of document.querySelectorAll('.player')) {
  const steps = JSON.parse(player.querySelector('script').textContent);
  const [button, range] = [player.querySelector('button'), player.querySelector('input')];
  const svg = player.previousElementSibling.querySelector('svg');
  const [group, links] = [svg.querySelector('g.pieces'), svg.querySelector('g.links')];
  const start = {};
  for (const piece of group.children) start[piece.dataset.id] = piece.outerHTML;
  const firstLinks = links.innerHTML;
  let timer = 0;
  const show = (count) => {
    const now = { ...start };
    for (const step of steps.slice(0, count)) Object.assign(now, step.pieces);
    group.innerHTML = Object.values(now).join('');
    links.innerHTML = count ? steps[count - 1].links : firstLinks;
    range.value = count;
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button.textContent = '▶ Play';
  };
  range.addEventListener('input', () => {
    stop();
    show(Number(range.value));
  });
  button.addEventListener('click', () => {
    if (timer) return stop();
    if (Number(range.value) === steps.length) show(0);
    button.textContent = '⏸ Pause';
    timer = setInterval(() => {
      if (Number(range.value) >= steps.length) return stop();
      show(Number(range.value) + 1);
    }, 160);
  });
}
