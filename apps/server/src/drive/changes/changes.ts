/** What happened in a drive, in the order of its `seq`; written in the transaction that did it. */
export { insertChange as appendChange } from './changes.store.ts'
