import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useVisit } from '../VisitProvider.tsx'

/** Sends what was chosen or dropped into a folder. */
export function useSend(folderId: string) {
  const { uploads, loadUploads } = useVisit()
  const handleError = useErrorHandler()
  return {
    files(chosen: readonly File[]): void {
      if (chosen.length === 0) return
      loadUploads().then((loaded) => loaded.addFiles(chosen, folderId), handleError)
    },
    /** Within the event: afterwards the browser has forgotten what was dropped. */
    dropped(transfer: DataTransfer): void {
      if (uploads) uploads.addDataTransfer(transfer, folderId)
      else this.files([...transfer.files])
    },
    /** Somebody is about to: what sending is made of is fetched. */
    prepare(): void {
      loadUploads().catch(() => undefined)
    },
  }
}
