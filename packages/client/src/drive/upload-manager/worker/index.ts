export type { Port } from './port-calls.ts'
export { serveUploads } from './serve-uploads.ts'
