export {
  bumpSeq,
  findDriveByOwner,
  listDeletedDrives,
  listTeamDrives,
  markDeleted,
  renameDrive,
  updateOwner,
} from './drives.store.ts'
