export * from './file.ts'
export * from './files.ts'
export * from './update-file.ts'
export * from './uploads.ts'
