import { basename, dirname, join } from 'node:path'
import { build } from 'vite'

// `node build-page.js ENTRY FOLDER`: a page of that script alone, built as people build theirs.
const [entry = '', folder = ''] = process.argv.slice(2)
const page = join(dirname(entry), 'index.html')
await build({
  root: dirname(entry),
  configFile: false,
  logLevel: 'error',
  plugins: [
    {
      name: 'page',
      resolveId: (id) => (id === page ? id : null),
      load: (id) =>
        id === page
          ? `<!doctype html><html lang="en"><title>Sign in</title><div id="root"></div><script type="module" src="/${basename(entry)}"></script></html>`
          : null,
    },
  ],
  build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: page } },
})
