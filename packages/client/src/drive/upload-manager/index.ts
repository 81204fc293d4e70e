export type {
  AdditionProgress,
  AddOptions,
  ConflictAnswer,
  ConflictOption,
  NameConflict,
} from './batch.ts'
export { type Connection, createConnection } from './connection.ts'
export { createUploadManager, type UploadHost } from './create-upload-manager.ts'
export type { OutageState } from './outage.ts'
export {
  type FileEntry,
  type FolderEntry,
  isUnreadable,
  NO_NAME,
  type Reread,
  toUnreadable,
  type UnreadableEntry,
  type UploadEntries,
  type UploadEntry,
  unreadableCause,
} from './upload-entry.ts'
export { createMemoryJournal, type JournalRecord, type UploadJournal } from './upload-journal.ts'
export type { UploadOrder, UploadRow, UploadState } from './upload-list.ts'
export type { EndedUpload, UploadManager, UploadManagerOptions } from './upload-manager.ts'
export type { Halt, UploadSummary } from './upload-summary.ts'
