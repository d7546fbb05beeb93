// What a reader may take away: every picture as SVG and PNG, every table as CSV. Whatever is one of them has a control.

import { button, html } from '../dom';
import { handOver } from '../taken/file';
import { png, svgText } from '../taken/picture';
import { csv, rowsOf, rowsOfMetrics } from '../taken/sheet';

/** How files of a page are called, and what is said of it in a picture. */
export interface Page {
  fileName(thing: string, ending: string): string;
  stated(): string[];
}

/** Put a control beside every picture and every table that has none yet. */
export function offerToSave(page: Page, root: Element): void {
  for (const picture of root.querySelectorAll<SVGSVGElement>('svg[role="img"]')) {
    const place = picture.closest('[aria-hidden]') ? null : (picture.closest('figure') ?? picture.parentElement);
    if (place && !place.querySelector(':scope > .save-picture')) place.append(pictureControl(page, place));
  }
  for (const table of root.querySelectorAll('table')) {
    const visible = table.querySelector<HTMLElement>(':scope > caption:not(.unseen)');
    const held = table.closest('.scroll') ?? table;
    if (visible ? visible.querySelector('.save') : held.nextElementSibling?.matches('.save')) continue;
    const control = tableControl(page, nameOf(table), () => rowsOf(table));
    if (visible) visible.append(control);
    else held.after(control);
  }
  for (const list of root.querySelectorAll('.metrics')) {
    if (!list.previousElementSibling?.matches('.save')) list.before(tableControl(page, 'Metrics', () => rowsOfMetrics(list)));
  }
}

const nameOf = (table: HTMLTableElement): string => table.dataset['name'] ?? table.caption?.textContent ?? 'table';

function tableControl(page: Page, name: string, rows: () => string[][]): HTMLElement {
  const save = (): void => { handOver(new Blob([csv(rows())], { type: 'text/csv' }), page.fileName(name, 'csv')); };
  return button('CSV', save, { class: 'save save-table', 'aria-label': `CSV: save the table ${name}` });
}

/** One control that opens to the two kinds of files. The picture may be drawn anew at any time, so it is looked up. */
function pictureControl(page: Page, place: Element): HTMLElement {
  const picture = (): SVGSVGElement | null => place.querySelector('svg[role="img"]');
  const name = (): string => picture()?.dataset['name'] ?? picture()?.getAttribute('aria-label')?.replace(/:.*/, '') ?? '';
  const title = (): string => place.querySelector('h3')?.textContent || name();
  const said = title();
  const as = (kind: string, save: (text: string, name: string) => void): HTMLElement =>
    button(kind, () => {
      const found = picture();
      if (found) save(svgText(found, title(), page.stated()), page.fileName(name(), kind.toLowerCase()));
    }, { 'aria-label': `${kind}: ${said}` });
  const control = html('details', { class: 'save save-picture', name: 'save' }, html('summary', { 'aria-label': `Save the picture: ${said}` }, 'Save'), html('div', {},
    as('SVG', (text, name) => { handOver(new Blob([text], { type: 'image/svg+xml' }), name); }),
    as('PNG', (text, name) => { void png(text).then((blob) => { handOver(blob, name); }); })));
  control.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !control.open) return;
    control.open = false;
    control.querySelector('summary')?.focus();
  });
  return control;
}
