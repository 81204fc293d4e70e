export {
  bumpSeq,
  countMadeBy,
  findDriveByOwner,
  forgetMaker,
  listDeletedDrives,
  listTeamDrives,
  lockTeamDrive,
  markDeleted,
  raiseSeqs,
  renameDrive,
  updateOwner,
} from './drives.store.ts'
