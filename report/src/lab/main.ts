// The lab: rooms that are reached by links, and one bench that all of them share.

import { html, set } from '../dom';
import { decoded } from './payload';
import { benchRoom } from './rooms/bench_room';
import { exerciseRoom } from './rooms/exercise_room';
import { handRoom } from './rooms/hand_room';
import { lessonRoom } from './rooms/lesson_room';
import { ownRoom } from './rooms/own_room';
import type { Room } from './rooms/room';
import { LabStore } from './store';
import { themeButton } from '../theme';

function start(): void {
  const store = new LabStore(decoded(document.getElementById('data')?.textContent ?? '{}'));
  const onBench = benchRoom(store);
  const byHand = handRoom(store);
  const own = ownRoom(
    (parts, about) => { onBench.load(parts, about); location.hash = '#bench'; },
    (rows) => { byHand.own(rows); location.hash = '#hand/own'; },
  );
  const rooms: [name: string, title: string, room: Room][] = [
    ['bench', 'Bench', onBench],
    ['lessons', 'Lessons', lessonRoom(store)],
    ['hand', 'ROC by hand', byHand],
    ['exercises', 'Exercises', exerciseRoom(store)],
    ['own', 'Your own', own],
  ];
  const links = new Map(rooms.map(([name, title]) => [name, html('a', { href: `#${name}` }, title)]));
  const nav = html('nav', { 'aria-label': 'Rooms' }, html('ul', { class: 'rooms' }, ...[...links.values()].map((link) => html('li', {}, link))));
  document.querySelector('header')?.append(nav);
  document.querySelector('.kicker')?.append(themeButton());
  document.querySelector('.kicker')?.before(html('h1', { class: 'unseen' }, 'truecut lab'));
  document.body.append(html('main', { class: 'page', id: 'main', tabindex: -1 }, ...rooms.map(([, , { element }]) => element)));
  let current: Room = onBench;
  const enter = (): void => {
    const [name = '', ...parts] = decodeURIComponent(location.hash.slice(1)).split('/');
    const found = rooms.find(([one]) => one === name) ?? rooms[0];
    if (!found) return;
    [, , current] = found;
    for (const [one, title, { element }] of rooms) {
      set(element, { hidden: one !== found[0] });
      const link = links.get(one);
      if (link) set(link, { 'aria-current': one === found[0] ? 'page' : null });
      if (one === found[0]) document.title = `${title} · truecut lab`;
    }
    current.open(parts);
    store.tell();
  };
  store.listen(() => { current.update?.(); });
  addEventListener('hashchange', enter);
  document.documentElement.classList.add('ready');
  enter();
}

start();
