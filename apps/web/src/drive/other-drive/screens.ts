// The frame of a drive that is not the person's own, and the way to its top.

export { DriveTop } from './DriveTop.tsx'
export { OtherDrive } from './OtherDrive.tsx'
