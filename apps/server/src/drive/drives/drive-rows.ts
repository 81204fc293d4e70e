export { bumpSeq, findDriveByOwner, updateOwner } from './drives.store.ts'
