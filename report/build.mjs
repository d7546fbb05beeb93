// Bundles the script and the style of the report and of the lab into the Python package.
//
//     node build.mjs            write them
//     node build.mjs --check    fail if what is there is not what would be written
//
// Both begin with the digest of all sources, so that whoever has no Node can tell whether they were built from them:
// tests/views/report/test_build.py computes it in Python.
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';

const sources = join(import.meta.dirname, 'src');
const target = new URL('../src/truecut/views/', import.meta.url);
const check = process.argv.includes('--check');

async function digest() {
  const entries = await readdir(sources, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const names = files.map(file => relative(sources, file).replaceAll(sep, '/')).sort();
  const hash = createHash('sha256');
  for (const name of names) {
    const text = (await readFile(join(sources, name), 'utf8')).replaceAll('\r\n', '\n');
    hash.update(`${name}\0${text}\0`);
  }
  return hash.digest('hex');
}

const parts = [
  ['src/main.ts', 'report/report.js', { format: 'iife', target: 'es2021' }],
  ['src/report.css', 'report/report.css', { target: 'chrome123' }],
  ['src/class_main.ts', 'report/classes.js', { format: 'iife', target: 'es2021' }],
  ['src/classes.css', 'report/classes.css', { target: 'chrome123' }],
  ['src/lab/main.ts', 'lab/lab.js', { format: 'iife', target: 'es2021' }],
  ['src/lab/lab.css', 'lab/lab.css', { target: 'chrome123' }],
];
const banner = `/* report/src, SHA-256 ${await digest()} */\n`;
for (const [source, name, options] of parts) {
  const made = await build({
    ...options,
    bundle: true,
    absWorkingDir: import.meta.dirname,
    entryPoints: [source],
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    write: false,
  });
  const text = banner + made.outputFiles[0].text.trim();
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${name} could end the element it stands in.`);
  const file = new URL(name, target);
  if (!check) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is not what ${source} gives; run: npm run build`);
    process.exitCode = 1;
  }
}
