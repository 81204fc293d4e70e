import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const { version } = require('pdfjs-dist/package.json') as { version: string }
const source = dirname(require.resolve('pdfjs-dist/package.json'))

/** Where the pages find them: beside what never changes, under the version that they belong to. */
const PATH = `assets/pdf/${version}`

/**
 * What the PDF viewer asks for by name when a document needs it: how Chinese, Japanese and Korean letters are
 * encoded, fonts that documents only name, and decoders of rare image formats as plain script. Their
 * WebAssembly twins stay away: our policy compiles nothing at run time, and need not.
 */
export function pdfParts(): Plugin {
  const files = ['cmaps', 'standard_fonts', 'wasm'].flatMap((folder) =>
    readdirSync(join(source, folder))
      .filter((name) => folder !== 'wasm' || /_nowasm_fallback\.js$|^LICENSE/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  return {
    name: 'awan:pdf-parts',
    generateBundle() {
      for (const file of files) {
        const fileName = `${PATH}/${file}`
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(source, file)) })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${PATH}`, (request, response, next) => {
        const file = files.find((name) => `/${name}` === request.url)
        if (file === undefined) return next()
        if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(join(source, file)))
      })
    },
  }
}
