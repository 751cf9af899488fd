// Sorts tables by a click on their head, and replays lines on the boards.
for (const table of document.querySelectorAll('table.sorted')) {
  table.querySelectorAll('th').forEach((head, column) => {
    let up = false;
    head.addEventListener('click', () => {
      up = !up;
      const body = table.tBodies[0];
      const text = (row) => row.cells[column].textContent;
      const number = (row) => parseFloat(row.cells[column].dataset.number);
      const by = (a, b) => number(a) - number(b) || text(a).localeCompare(text(b), 'en', { numeric: true });
      const rows = [...body.rows].sort((a, b) => (up ? by(a, b) : by(b, a)));
      // What has no number in a column of numbers comes last, either way.
      const numbers = head.classList.contains('number');
      body.append(...rows.filter((row) => !numbers || !isNaN(number(row))), ...rows.filter((row) => numbers && isNaN(number(row))));
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
