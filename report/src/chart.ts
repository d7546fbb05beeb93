// A chart that fits its place: `draw` paints what stays, `move` only what follows the dial.

import { html, set, svg } from './dom';
import { linear, ticks, type Scale } from './scale';

export interface Margin {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Frame {
  root: SVGSVGElement;
  still: SVGGElement;
  moving: SVGGElement;
  x: Scale;
  y: Scale;
  width: number;
  height: number;
  margin: Margin;
}

export interface Ruler {
  ends: readonly [number, number];
  ticks?: { at: number; text: string }[]; // otherwise round numbers, written by `text`
  text?: (value: number) => string;
  title?: string;
}

export interface Drawing {
  label: string;
  height: (width: number) => number;
  margin: Margin;
  x: () => Ruler;
  y: () => Ruler;
  draw: (frame: Frame) => void;
  move?: (frame: Frame) => void;
  drag?: (frame: Frame, x: number, y: number) => void;
}

export interface Chart {
  element: HTMLElement;
  draw(): void;
  move(): void;
}

const NARROWEST = 240;
const LEAST_BETWEEN_TICKS = 30;

export function chart(drawing: Drawing): Chart {
  const root = svg('svg', { role: 'img', 'aria-label': drawing.label, class: 'chart' });
  const element = html('div', { class: 'chart-place' }, root);
  let frame: Frame | null = null;
  let width = 0;
  const draw = (): void => {
    width = Math.round(element.clientWidth);
    if (!width) return;
    frame = framed(root, drawing, Math.max(NARROWEST, width));
    drawing.draw(frame);
    drawing.move?.(frame);
  };
  if (drawing.drag) dragging(root, (x, y) => frame && drawing.drag?.(frame, x, y));
  new ResizeObserver(() => { if (Math.round(element.clientWidth) !== width) draw(); }).observe(element);
  return { element, draw, move: () => { if (frame) drawing.move?.(frame); } };
}

function framed(root: SVGSVGElement, drawing: Drawing, width: number): Frame {
  const height = Math.round(drawing.height(width));
  const { margin } = drawing;
  root.replaceChildren();
  set(root, { viewBox: `0 0 ${String(width)} ${String(height)}`, width, height });
  const [across, up] = [drawing.x(), drawing.y()];
  const x = linear(across.ends, [margin.left, width - margin.right]);
  const y = linear(up.ends, [height - margin.bottom, margin.top]);
  const axes = svg('g', { class: 'axis' });
  for (const { at, text } of marks(up, 4)) {
    axes.append(
      svg('line', { x1: margin.left, x2: width - margin.right, y1: y(at), y2: y(at), class: at === 0 ? 'base' : 'grid' }),
      svg('text', { x: margin.left - 7, y: y(at) + 4, 'text-anchor': 'end' }, text),
    );
  }
  let last = -Infinity;
  for (const { at, text } of [...marks(across, 5)].sort((a, b) => x(a.at) - x(b.at))) {
    const needed = Math.max(LEAST_BETWEEN_TICKS, 7.5 * text.length + 6);
    if (x(at) - last < needed) continue;
    last = x(at);
    axes.append(svg('text', { x: x(at), y: height - margin.bottom + 17, 'text-anchor': 'middle' }, text));
  }
  if (across.title) axes.append(svg('text', { x: width - margin.right, y: height - 4, 'text-anchor': 'end', class: 'title' }, across.title));
  if (up.title) axes.append(svg('text', { x: 0, y: 11, class: 'title' }, up.title));
  const [still, moving] = [svg('g'), svg('g')];
  root.append(axes, still, moving);
  return { root, still, moving, x, y, width, height, margin };
}

function marks(ruler: Ruler, about: number): { at: number; text: string }[] {
  if (ruler.ticks) return ruler.ticks;
  const { text } = ruler;
  return text ? ticks(ruler.ends[0], ruler.ends[1], about).map((at) => ({ at, text: text(at) })) : [];
}

function dragging(root: SVGSVGElement, to: (x: number, y: number) => void): void {
  root.classList.add('draggable');
  const go = (event: PointerEvent): void => {
    const box = root.getBoundingClientRect();
    const scale = root.viewBox.baseVal.width / box.width;
    to((event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  };
  root.addEventListener('pointerdown', (event) => {
    root.setPointerCapture(event.pointerId);
    go(event);
  });
  root.addEventListener('pointermove', (event) => { if (root.hasPointerCapture(event.pointerId)) go(event); });
}

/** The upright line of the dial with its value on top: the same thing in every chart over thresholds. */
export function cutLine(parent: SVGGElement): (x: number, top: number, bottom: number, text: string, width: number) => void {
  const [line, tab, label] = [svg('line'), svg('rect', { rx: 3, height: 18 }), svg('text', { 'text-anchor': 'middle' })];
  parent.append(svg('g', { class: 'cut' }, line, tab, label));
  return (x, top, bottom, text, width) => {
    const wide = Math.max(42, 7.4 * text.length + 10);
    const middle = Math.max(wide / 2, Math.min(width - wide / 2, x));
    set(line, { x1: x, x2: x, y1: top, y2: bottom });
    set(tab, { x: middle - wide / 2, y: top - 18, width: wide });
    set(label, { x: middle, y: top - 5 });
    label.textContent = text;
  };
}
