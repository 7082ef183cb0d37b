import { generate } from 'lean-qr';

/** Dark on white in both color schemes: cameras do not read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const cells = Array.from({ length: code.size ** 2 }, (_, at) => [at % code.size, Math.floor(at / code.size)]);
  const path = cells.map(([x = 0, y = 0]) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')).join('');
  const margin = 4;
  const side = code.size + 2 * margin;
  return (
    <svg
      role="img"
      width={208}
      height={208}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
