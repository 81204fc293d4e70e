import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  VerbosityLevel,
  version,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** As the build puts them there. */
const PARTS = `/assets/pdf/${version}`

/** Reads a document by ranges: its pages come as they are looked at. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    cMapUrl: `${PARTS}/cmaps/`,
    standardFontDataUrl: `${PARTS}/standard_fonts/`,
    wasmUrl: `${PARTS}/wasm/`,
    // The fonts that we bring have the widths that documents count on; those of a system may not.
    useSystemFonts: false,
    // Our policy lets no page compile code at run time; plain script does the same, more slowly.
    useWasm: false,
    disableAutoFetch: true,
    disableStream: true,
    // What is odd about a document is of no use to whoever reads it.
    verbosity: VerbosityLevel.ERRORS,
  })
}
