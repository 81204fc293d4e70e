import { ensurePrograms } from './debian-packages.ts'

/** What the cluster is made of. */
export const ceph = {
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
export async function ensureCeph(say: (line: string) => void): Promise<string | undefined> {
  const [reason] = await ensurePrograms([ceph], say)
  return reason
}
