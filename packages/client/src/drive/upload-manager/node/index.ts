export { createFileJournal } from './file-journal.ts'
export { fromDirectory } from './from-directory.ts'
