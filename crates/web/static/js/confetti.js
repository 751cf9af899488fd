// @ts-check
/** A short joy, for those who do not mind motion. */

export function celebrate() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const canvas = document.createElement('canvas');
  canvas.className = 'confetti';
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  document.body.append(canvas);
  const pen = canvas.getContext('2d');
  const colours = ['#e3b53a', '#1f8a7d', '#d1495b', '#2f6db5', '#7d55a8'];
  const bits = Array.from({ length: 90 }, (_, i) => ({
    x: innerWidth / 2,
    y: innerHeight / 3,
    dx: (Math.random() - 0.5) * 14,
    dy: -Math.random() * 11 - 2,
    turn: Math.random() * 6,
    colour: colours[i % colours.length],
  }));
  let frame = 0;
  const draw = () => {
    if (!pen || frame++ > 110) return canvas.remove();
    pen.clearRect(0, 0, canvas.width, canvas.height);
    for (const bit of bits) {
      bit.x += bit.dx;
      bit.y += bit.dy;
      bit.dy += 0.32;
      bit.turn += 0.2;
      pen.fillStyle = bit.colour;
      pen.save();
      pen.translate(bit.x, bit.y);
      pen.rotate(bit.turn);
      pen.fillRect(-4, -6, 8, 12);
      pen.restore();
    }
    requestAnimationFrame(draw);
  };
  draw();
}
