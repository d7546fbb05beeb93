// Bundles the script and the style of the report into the Python package.
//
//     node build.mjs            write them
//     node build.mjs --check    fail if what is there is not what would be written
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const target = new URL('../src/truecut/views/report/', import.meta.url);
const check = process.argv.includes('--check');

const parts = [
  ['src/main.ts', 'report.js', { bundle: true, format: 'iife', target: 'es2021' }],
  ['src/report.css', 'report.css', { bundle: true, target: 'chrome123' }],
];
for (const [source, name, options] of parts) {
  const made = await build({
    ...options,
    absWorkingDir: import.meta.dirname,
    entryPoints: [source],
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    write: false,
  });
  const text = made.outputFiles[0].text.trim();
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${name} could end the element it stands in.`);
  const file = new URL(name, target);
  if (!check) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is not what ${source} gives; run: npm run build`);
    process.exitCode = 1;
  }
}
