/** A chart of a benchmark as SVG: lines over an axis that counts in powers of ten, each line in a panel's own unit. */

export interface Line {
  readonly name: string;
  /** [x, y], both above zero. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Panel {
  readonly title: string;
  readonly xTitle: string;
  readonly lines: readonly Line[];
}

const width = 420;
const height = 300;
const inset = { left: 56, right: 16, top: 34, bottom: 78 };
const colours = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e"];

/** The panels beside each other, two in a row; both axes are logarithmic. `title` says what it shows, for who does not see it. */
export function plot(title: string, panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / 2);
  const drawn = panels.map((panel, index) => {
    const at = `translate(${(index % 2) * width} ${Math.floor(index / 2) * height})`;
    return `<g transform="${at}">${drawPanel(panel)}</g>`;
  });
  const size = `width="${2 * width}" height="${rows * height}" viewBox="0 0 ${2 * width} ${rows * height}"`;
  const style = 'font-family="sans-serif" font-size="11"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${style} role="img" aria-label="${title}">
<title>${title}</title>
<rect width="100%" height="100%" fill="white"/>
${drawn.join("\n")}
</svg>
`;
}

function drawPanel({ title, xTitle, lines }: Panel): string {
  const points = lines.flatMap((line) => line.points);
  const x = axis(points.map(([at]) => at));
  const y = axis(points.map(([, at]) => at));
  const left = (value: number) => inset.left + x.part(value) * (width - inset.left - inset.right);
  const top = (value: number) => height - inset.bottom - y.part(value) * (height - inset.top - inset.bottom);
  const [first, last] = [left(x.low), left(x.high)];
  const parts = [`<text x="${width / 2}" y="18" text-anchor="middle" font-weight="bold">${title}</text>`];
  for (const tick of x.ticks) {
    parts.push(`<path d="M${left(tick)} ${top(y.low)}V${top(y.high)}" stroke="#ddd"/>`);
    parts.push(`<text x="${left(tick)}" y="${top(y.low) + 14}" text-anchor="middle">${power(tick)}</text>`);
  }
  for (const tick of y.ticks) {
    parts.push(`<path d="M${first} ${top(tick)}H${last}" stroke="#ddd"/>`);
    parts.push(`<text x="${first - 6}" y="${top(tick) + 4}" text-anchor="end">${tick}</text>`);
  }
  parts.push(`<text x="${width / 2}" y="${top(y.low) + 28}" text-anchor="middle">${xTitle}</text>`);
  for (const [index, line] of lines.entries()) {
    const colour = colours[index % colours.length];
    const path = line.points.map(([at, value], nth) => `${nth === 0 ? "M" : "L"}${left(at)} ${top(value)}`).join("");
    parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [at, value] of line.points) {
      parts.push(`<circle cx="${left(at)}" cy="${top(value)}" r="3" fill="${colour}"/>`);
    }
    const legend = [inset.left + (index % 2) * 180, height - 30 + 14 * Math.floor(index / 2)] as const;
    parts.push(`<rect x="${legend[0]}" y="${legend[1] - 8}" width="10" height="8" fill="${colour}"/>`);
    parts.push(`<text x="${legend[0] + 14}" y="${legend[1]}">${line.name}</text>`);
  }
  return parts.join("\n");
}

/** From the power of ten below the least to the one above the most. */
function axis(values: readonly number[]) {
  const low = 10 ** Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.max(10 * low, 10 ** Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  const decades = Math.round(Math.log10(high / low));
  const ticks = Array.from({ length: decades + 1 }, (_, at) => Number((low * 10 ** at).toPrecision(1)));
  return { low, high, ticks, part: (value: number) => Math.log10(value / low) / decades };
}

function power(value: number): string {
  return `10<tspan dy="-4" font-size="8">${Math.round(Math.log10(value))}</tspan>`;
}
