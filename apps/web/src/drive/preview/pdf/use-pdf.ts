import { PasswordResponses, type PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { openPdf } from './open-pdf.ts'

export type PdfState =
  | { kind: 'opening' }
  | { kind: 'locked'; isWrong: boolean; unlock: (password: string) => void }
  | { kind: 'open'; document: PDFDocumentProxy }
  | { kind: 'failed'; error: unknown }

/** A document, from its address until it is left. */
export function usePdf(url: string | undefined): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'opening' })
  useEffect(() => {
    if (url === undefined) return
    const task = openPdf(url)
    let isLeft = false
    const tell = (next: PdfState) => {
      if (!isLeft) setState(next)
    }
    task.onPassword = (unlock: (password: string) => void, reason: number) =>
      tell({ kind: 'locked', isWrong: reason === PasswordResponses.INCORRECT_PASSWORD, unlock })
    task.promise.then(
      (document) => tell({ kind: 'open', document }),
      (error: unknown) => tell({ kind: 'failed', error }),
    )
    return () => {
      isLeft = true
      void task.destroy()
    }
  }, [url])
  return state
}
