import { serveUploads } from '@awan/client/upload-worker'

// Files are read, hashed and packed here, so that the page only draws.
serveUploads(self)
