import type { texts as english } from '../en/admin-links.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminLinks.title': 'Pautan',
  'adminLinks.intro':
    'Alamat yang memberi akses tanpa akaun. Anda melihat milik siapa, tetapi bukan apa yang dibukanya.',
  'adminLinks.rules': 'Peraturan pautan',
  'adminLinks.rules.text':
    'Terpakai pada pautan yang dicipta atau ditukar mulai sekarang. Tanpa pautan, pautan sedia ada juga tidak terbuka.',
  'adminLinks.enabled': 'Benarkan pautan',
  'adminLinks.password': 'Setiap pautan memerlukan kata laluan',
  'adminLinks.names': 'Pautan dengan nama sendiri tidak memerlukan kata laluan',
  'adminLinks.days': 'Tempoh paling lama dalam hari',
  'adminLinks.days.hint': 'Kosong bermaksud tiada had.',
  'adminLinks.days.wrong': 'Taip nombor bulat dari 1 hingga 36,500.',
  'adminLinks.all': 'Semua pautan',
  'adminLinks.search': 'Cari pautan',
  'adminLinks.search.hint': 'Orang, tajuk atau alamat pautan',
  'adminLinks.show': 'Tunjukkan',
  'adminLinks.show.all': 'Semua pautan',
  'adminLinks.show.password': 'Tanpa kata laluan',
  'adminLinks.show.end': 'Tanpa tarikh tamat',
  'adminLinks.found': '{count, plural, other {# pautan}}',
  'adminLinks.none': 'Belum ada sesiapa mencipta pautan',
  'adminLinks.nothing': 'Tiada pautan yang sepadan',
  'adminLinks.revoke': 'Batalkan',
  'adminLinks.revoke.of': 'Batalkan pautan {name}',
  'adminLinks.revoke.title': 'Batalkan pautan ini?',
  'adminLinks.revoke.text':
    'Tiada sesiapa dapat membukanya lagi. {name} melihat dalam aktivitinya bahawa pentadbir membatalkannya.',
  'adminLinks.revoked': 'Pautan telah dibatalkan.',
  'adminLinks.hasPassword': 'kata laluan',
  'adminLinks.noPassword': 'tanpa kata laluan',
  'adminLinks.noEnd': 'tanpa tarikh tamat',
  'adminLinks.until': 'hingga {date}',
  'adminLinks.downloads': '{count, plural, other {# muat turun}}',
  'adminLinks.downloadsOf': '{count} daripada {limit} muat turun',
  'adminLinks.inDriveOf': 'dalam pemacu {name}',
}
