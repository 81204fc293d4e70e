/**
 * Clients name the guarded call by its path as they send it, `DELETE:/v1/user/provider/google`, or as it
 * is declared, `DELETE:/v1/user/provider/{provider_id}`: both are the same action.
 */
export function createDeclaredAction(declared: Iterable<string>): (action: string) => string {
  const patterns = [...declared]
    .filter((action) => action.includes('{'))
    .map((action) => ({ action, shape: toShape(action) }))
  return (action) => patterns.find(({ shape }) => shape.test(action))?.action ?? action
}

function toShape(action: string): RegExp {
  const parts = action.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}
