// Sorts tables by a click on their head, and replays lines on the boards.
for (const table of document.querySelectorAll('table.sorted')) {
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
for (const replay of document.querySelectorAll('.replay')) {
  const steps = JSON.parse(replay.querySelector('script').textContent);
  const [button, range] = [replay.querySelector('button'), replay.querySelector('input')];
  const svg = replay.previousElementSibling.querySelector('svg');
  const layers = Object.fromEntries(['pieces', 'links', 'marks'].map((name) => [name, svg.querySelector(`g.${name}`)]));
  const start = {};
  for (const piece of layers.pieces.children) start[piece.dataset.id] = piece.outerHTML;
  const first = { links: layers.links.innerHTML, marks: layers.marks.innerHTML };
  let timer = 0;
  const show = (count) => {
    const now = { ...start };
    for (const step of steps.slice(0, count)) {
      for (const id of step.gone ?? []) delete now[id];
      Object.assign(now, step.pieces);
    }
    const { links = '', marks = '' } = count ? steps[count - 1] : first;
    layers.pieces.innerHTML = Object.values(now).join('');
    layers.links.innerHTML = links;
    layers.marks.innerHTML = marks;
    range.value = count;
  };
  if ('atEnd' in replay.dataset) show(steps.length);
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
    }, steps.length > 100 ? 80 : 200);
  });
}
