// Light, dark, or as the system has it.

import { html, set } from './dom';

export function themeButton(): HTMLElement {
  const modes = ['auto', 'light', 'dark'] as const;
  let mode = 0;
  const element = html('button', { type: 'button', class: 'tool theme' }, 'Theme: auto');
  element.addEventListener('click', () => {
    mode = (mode + 1) % modes.length;
    set(document.documentElement, { 'data-theme': modes[mode] });
    element.textContent = `Theme: ${modes[mode] ?? ''}`;
  });
  return element;
}
