export { type DroppedData, fromDataTransfer } from './from-data-transfer.ts'
export {
  type DirectoryHandle,
  type FileHandle,
  fromDirectoryHandle,
  fromHandles,
  type Handles,
} from './from-directory-handle.ts'
export { type BrowserFile, fromFileList, pathOf } from './from-file-list.ts'
export { createIndexedDbJournal } from './indexed-db-journal.ts'
export {
  type AddHandlesOptions,
  type ConnectOptions,
  connectUploads,
  type UploadsOwner,
  type WorkerUploads,
} from './worker/connect-uploads.ts'
export type { TakenEntry } from './worker/serve-uploads.ts'
