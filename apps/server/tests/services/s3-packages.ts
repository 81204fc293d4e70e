import { ensurePrograms } from './debian-packages.ts'

/** What the cluster is made of. */
const ceph = {
  programs: [
    'ceph',
    'ceph-authtool',
    'ceph-mon',
    'ceph-osd',
    'monmaptool',
    'radosgw',
    'radosgw-admin',
  ],
  packages: ['ceph-common', 'ceph-mon', 'ceph-osd', 'radosgw'],
}

/** Resolves to the reason where there is no Ceph and none can be installed. */
export function ensureCeph(say: (line: string) => void): Promise<string | undefined> {
  return ensurePrograms(ceph, say)
}
