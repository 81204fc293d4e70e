import { findProgram } from '../../thumbnails/programs.ts'

/** Programs of the system that take the text out of documents. Where one is missing, its documents wait. */
export interface TextPrograms {
  readonly pdf: string | undefined
}

export function findTextPrograms(path?: string): TextPrograms {
  return { pdf: findProgram(['pdftotext'], path) }
}
