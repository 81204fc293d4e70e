export * from './file.ts'
export * from './files.ts'
export * from './uploads.ts'
