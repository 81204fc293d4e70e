/** What other parts of the drive do to texts. */
export { markGone as forgetText } from './texts.store.ts'
