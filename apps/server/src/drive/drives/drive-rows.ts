export {
  bumpSeq,
  countMadeBy,
  findDriveByOwner,
  forgetMaker,
  listDeletedDrives,
  listTeamDrives,
  lockTeamDrive,
  markDeleted,
  renameDrive,
  updateOwner,
} from './drives.store.ts'
