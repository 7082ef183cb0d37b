import type { Step } from './load.ts';

// The 99th percentile of the latency over the rate, as SVG: one line for each number of workers. Its colors can be read on a
// light and on a dark page.

const width = 640;
const height = 320;
const left = 60;
const right = 110;
const top = 20;
const bottom = 45;
const colors = ['#3b6fd4', '#c4602a', '#2a9461', '#9a4fb5'];
const ticks = [1, 10, 100, 1_000, 10_000];

export function plotOf(steps: Step[]): string {
  const maxRate = Math.max(...steps.map(({ rate }) => rate));
  const x = (rate: number) => left + (rate / maxRate) * (width - left - right);
  const y = (ms: number) => {
    const part = Math.log10(Math.min(10_000, Math.max(1, ms))) / 4;
    return height - bottom - part * (height - top - bottom);
  };
  const at = ({ rate, p99 }: Step) => `${x(rate).toFixed(1)},${y(p99).toFixed(1)}`;
  const lines = [...Map.groupBy(steps, ({ workers }) => workers)].map(([workers, own], i) => {
    const color = colors[i % colors.length];
    const last = own.at(-1);
    const label = last && `<text x="${x(last.rate) + 8}" y="${y(last.p99) + 4 - 14 * i}">WORKERS=${workers}</text>`;
    const dots = own.map((step) => `<circle cx="${x(step.rate).toFixed(1)}" cy="${y(step.p99).toFixed(1)}" r="3"/>`);
    return `<g fill="${color}"><polyline points="${own.map(at).join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}${label ?? ''}</g>`;
  });
  const rows = ticks.map(
    (ms) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#80879355"/><text x="${left - 6}" y="${y(ms) + 4}" text-anchor="end">${ms.toLocaleString('en')}</text>`,
  );
  const columns = [...new Set(steps.map(({ rate }) => rate))]
    .filter((rate) => rate >= maxRate / 8)
    .map((rate) => `<text x="${x(rate)}" y="${height - bottom + 18}" text-anchor="middle">${rate}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">
<title>99th percentile of the latency in ms over requests per second</title>
<g fill="#808793" stroke-width="1">${rows.join('')}${columns.join('')}
<text x="${left}" y="${top - 6}">p99 (ms)</text>
<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">requests per second, intended</text></g>
${lines.join('\n')}
</svg>
`;
}
