import type { GrantGrantee, NewGrantee } from '@awan/protocol/drive'

/** Somebody with whom something can be shared. */
export type Shareable = Exclude<GrantGrantee, { kind: 'link' }>

export function keyOf(grantee: Shareable): string {
  if (grantee.kind === 'email') return `email ${grantee.email.toLowerCase()}`
  return grantee.kind === 'person' ? `person ${grantee.sub}` : `group ${grantee.id}`
}

/** Empty for somebody whose account is gone. */
export function nameOf(grantee: Shareable): string {
  return grantee.kind === 'email' ? grantee.email : grantee.name
}

export function toNewGrantee(grantee: Shareable): NewGrantee {
  if (grantee.kind === 'email') return { kind: 'email', email: grantee.email }
  if (grantee.kind === 'person') return { kind: 'person', sub: grantee.sub }
  return { kind: 'group', id: grantee.id }
}
