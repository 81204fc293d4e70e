/**
 * Clients name the guarded call by its path as they send it, `DELETE:/v1/user/provider/google`, as it
 * is declared, `DELETE:/v1/user/provider/{provider_id}`, or without the `/auth` of its path,
 * `POST:/v1/signin`: all of these are the same action.
 */
export function createDeclaredAction(declared: Iterable<string>): (action: string) => string {
  const patterns = [...declared].map((action) => ({ action, shape: toShape(action) }))
  const find = (action: string) => patterns.find(({ shape }) => shape.test(action))?.action
  return (action) => find(action) ?? find(action.replace(':/v1/', ':/v1/auth/')) ?? action
}

function toShape(action: string): RegExp {
  const parts = action.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}
