// A chart as a file of its own: its look written into it, its title above, and under it what it shows.

import { set, svg } from '../dom';

const [EDGE, SCALE, LINE] = [14, 2, 16];
const NARROWEST = 380; // pixels: a small chart still has room for its title
const NAMESPACE = 'http://www.w3.org/2000/svg';
// Inherited, with what they are where nobody says anything.
const INHERITED: Record<string, string> = {
  fill: 'rgb(0, 0, 0)', 'fill-opacity': '1', stroke: 'none', 'stroke-width': '1px', 'stroke-dasharray': 'none', 'stroke-linecap': 'butt', 'stroke-linejoin': 'miter',
  'stroke-opacity': '1', visibility: 'visible', 'font-family': '', 'font-size': '', 'font-weight': '400', 'letter-spacing': 'normal', 'text-anchor': 'start', 'paint-order': 'normal', 'font-variant-numeric': 'normal',
};
const OWN: Record<string, string> = { opacity: '1', display: 'inline' };

/** The chart as the text of an SVG file, always as on white paper. */
export function svgText(chart: SVGSVGElement, title: string, facts: readonly string[]): string {
  const root = document.documentElement;
  const theme = root.getAttribute('data-theme');
  set(root, { 'data-theme': 'light' });
  const picture = composed(chart, title, facts);
  try {
    return new XMLSerializer().serializeToString(withItsLook(picture));
  } finally {
    picture.remove();
    set(root, { 'data-theme': theme });
  }
}

/** The same as pixels; a `data:` address is what the policy of the page lets an image have. */
export async function png(text: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser could not draw the picture.'));
    }, 'image/png');
  });
}

/** The chart between its title and its caption, in the page but out of sight, where text has a width. */
function composed(chart: SVGSVGElement, title: string, facts: readonly string[]): SVGSVGElement {
  const { width: wide, height: high } = chart.viewBox.baseVal;
  const width = Math.max(wide, NARROWEST) + 2 * EDGE;
  const picture = svg('svg', { class: 'chart taken', xmlns: NAMESPACE, width });
  document.body.append(picture);
  const ground = svg('rect', { width: '100%', height: '100%', class: 'ground' });
  picture.append(svg('title', {}, title), svg('desc', {}, [chart.getAttribute('aria-label') ?? '', ...facts].join('. ')), ground);
  let top = EDGE;
  const write = (lines: readonly string[], look: string): void => {
    for (const line of lines) picture.append(svg('text', { x: EDGE, y: (top += LINE), class: look }, line));
  };
  write(wrapped(picture, title, 'taken-title', width - 2 * EDGE), 'taken-title');
  top += EDGE;
  const inside = chart.cloneNode(true) as SVGSVGElement;
  picture.append(set(inside, { x: EDGE, y: top, width: wide, height: high, overflow: 'visible', role: null, 'aria-label': null }));
  top += high + 6;
  top = legend(picture, inside, chart, top);
  write(wrapped(picture, facts.join(' · '), 'note', width - 2 * EDGE), 'note');
  return set(picture, { height: top + EDGE, viewBox: `0 0 ${String(width)} ${String(top + EDGE)}` });
}

/** What colours and stripes stand for, where the page says it beside the chart. */
function legend(picture: SVGSVGElement, inside: SVGSVGElement, chart: SVGSVGElement, top: number): number {
  const items = [...(chart.closest('figure')?.querySelectorAll('.legend > li') ?? [])];
  let left = EDGE;
  for (const item of items) {
    const mark = inside.querySelector(`[data-outcome="${item.className}"]`);
    const swatch = set(svg('rect', { x: left, y: top + 5, width: 11, height: 11 }), { class: mark?.getAttribute('class'), fill: mark?.getAttribute('fill') });
    const text = svg('text', { x: left + 17, y: top + 15 }, item.textContent);
    picture.append(swatch, text);
    left += 17 + text.getComputedTextLength() + 18;
  }
  return items.length ? top + LINE + 6 : top;
}

function wrapped(picture: SVGSVGElement, text: string, look: string, width: number): string[] {
  const probe = svg('text', { class: look });
  picture.append(probe);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    probe.textContent = `${last ?? ''} ${word}`;
    if (last !== undefined && probe.getComputedTextLength() <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  probe.remove();
  return lines;
}

/** Write into each element what the style sheet says of it: where it differs from what surrounds it. */
function withItsLook(picture: SVGSVGElement): SVGSVGElement {
  const elements = [picture, ...picture.querySelectorAll<SVGElement>('*')];
  const looks = new Map(elements.map((element) => [element as Element, getComputedStyle(element)]));
  const found = elements.map((element) => {
    const [look, around] = [looks.get(element), element === picture ? undefined : looks.get(element.parentElement as Element)];
    const value = (name: string): string => look?.getPropertyValue(name) ?? '';
    const told = Object.keys(INHERITED).filter((name) => value(name) !== (around?.getPropertyValue(name) ?? INHERITED[name]));
    const own = element === picture ? [] : Object.keys(OWN).filter((name) => value(name) !== OWN[name] && value(name) !== 'block');
    return [...told, ...own].map((name) => [name, value(name)] as const);
  });
  elements.forEach((element, i) => {
    for (const { name } of [...element.attributes]) if (name === 'class' || name === 'style' || name.startsWith('data-') || name.startsWith('aria-')) element.removeAttribute(name);
    if (/^(defs|title|desc|clipPath)$/.test(element.tagName)) return;
    for (const [name, value] of found[i] ?? []) element.setAttribute(name, value);
  });
  return picture;
}
