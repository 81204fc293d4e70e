import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Nothing inline runs, nothing foreign loads, nobody frames us. Style attributes are allowed: the
 * virtual list places its rows with them.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The worker that sends uploads hashes them in WebAssembly. A worker has the policy of its own script: pages, which
 * show what people uploaded, compile nothing.
 */
export const UPLOAD_WORKER_POLICY: string = CONTENT_SECURITY_POLICY.replace(
  "script-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
)

/** The page that approves a device may look at its code; everything else is nobody's. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .concat('camera=(self)')
  .join(', ')

export interface SecurityHeaderOptions {
  https: boolean
}

export function addSecurityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    setSecurityHeaders(reply, options)
    done()
  })
}

/** For answers that no hook sees, too. */
export function setSecurityHeaders(reply: FastifyReply, { https }: SecurityHeaderOptions): void {
  // A route that serves people's own files brings a stricter policy.
  if (!reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
  }
  reply.header('x-content-type-options', 'nosniff')
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'same-origin')
  reply.header('permissions-policy', PERMISSIONS_POLICY)
  reply.header('cross-origin-opener-policy', 'same-origin')
  if (!reply.hasHeader('cross-origin-resource-policy')) {
    reply.header('cross-origin-resource-policy', 'same-origin')
  }
  if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
