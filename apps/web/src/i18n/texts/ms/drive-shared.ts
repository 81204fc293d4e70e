import type { texts as english } from '../en/drive-shared.ts'

export const texts: Record<keyof typeof english, string> = {
  'shared.tabs': 'Perkara yang dikongsi',
  'shared.withMe': 'Dengan saya',
  'shared.byMe': 'Oleh saya',
  'shared.links': 'Pautan',
  'shared.withMe.title': 'Dikongsi dengan saya',

  'shared.name': 'Nama',
  'shared.owner': 'Pemilik',
  'shared.role': 'Peranan',
  'shared.when': 'Dikongsi',
  'shared.who': 'Dikongsi dengan',
  'shared.end.column': 'Tamat',
  'shared.downloads': 'Muat turun',
  'shared.address': 'Alamat',
  'shared.actions': 'Tindakan',

  'shared.by': 'Daripada {name}',
  'shared.viaGroup': 'Melalui kumpulan {name}',
  'shared.anyone': 'Sesiapa yang mempunyai pautan',
  'shared.until': 'Hingga {date}',
  'shared.over': 'Tamat pada {date}',
  'shared.noEnd': 'Tiada tarikh tamat',
  'shared.noEffect': 'Kini tidak memberi akses',
  'shared.limited': 'Memberi kurang daripada peranannya',
  'shared.more': 'Tunjukkan lagi',

  'shared.leave': 'Tinggalkan',
  'shared.actions.one': 'Tindakan untuk {name}',
  'shared.leave.ask': 'Tinggalkan “{name}”?',
  'shared.leave.hint':
    'Anda akan hilang akses. Untuk mendapatkannya semula, minta {owner} mengongsikannya semula.',
  'shared.left': 'Anda telah meninggalkan “{name}”',
  'shared.save': 'Simpan ke pemacu saya',

  'shared.end': 'Tamatkan akses',
  'shared.end.one': 'Tamatkan akses {who} kepada {name}',
  'shared.end.ask': 'Tamatkan akses kepada “{name}”?',
  'shared.end.hint':
    'Tidak lagi dikongsi dengan: {who}. Anda boleh mengongsikannya semula pada bila-bila masa.',
  'shared.endDone': 'Akses ditamatkan',

  'shared.link.copy': 'Salin pautan ke {name}',
  'shared.link.copied': 'Pautan disalin',
  'shared.link.noAddress': 'Alamat tidak dapat dipaparkan lagi',
  'shared.link.password': 'Dengan kata laluan',
  'shared.link.noDownload': 'Pratonton sahaja',
  'shared.link.downloads': '{count, plural, other {# muat turun}}',
  'shared.link.downloadsOf': '{count} daripada {limit} muat turun',
  'shared.link.revoke': 'Batalkan pautan',
  'shared.link.revoke.one': 'Batalkan pautan ke {name}',
  'shared.link.revoke.ask': 'Batalkan pautan ke “{name}”?',
  'shared.link.revoke.hint':
    'Tiada sesiapa boleh membukanya lagi, dan pautan ini tidak boleh dikembalikan.',
  'shared.link.revoked': 'Pautan dibatalkan',

  'shared.withMe.empty': 'Belum ada yang dikongsi dengan anda',
  'shared.withMe.empty.hint':
    'Fail dan folder yang dikongsi orang lain dengan anda terus muncul di sini.',
  'shared.byMe.empty': 'Anda belum mengongsi apa-apa',
  'shared.byMe.empty.hint':
    'Selepas anda mengongsi fail atau folder, anda melihat di sini siapa yang mempunyai akses, dan boleh menamatkannya.',
  'shared.links.empty': 'Anda belum mempunyai pautan',
  'shared.links.empty.hint':
    'Pautan membuka fail atau folder untuk orang tanpa akaun. Pautan yang anda cipta disenaraikan di sini.',

  'search.where': 'Tempat mencari',
  'search.where.everything': 'Semuanya',
  'search.where.mine': 'Pemacu saya',
  'search.where.drive': 'Pemacu ini',
  'search.where.column': 'Tempat',
  'search.where.shared': 'Dikongsi dengan saya',

  'shared.alias': 'Namakan semula',
  'shared.alias.one': 'Namakan semula untuk diri sendiri',
  'shared.alias.title': 'Namakan semula untuk diri sendiri',
  'shared.alias.name': 'Nama daripada anda',
  'shared.alias.hint': 'Hanya anda yang melihat nama ini. Nama daripada {owner}: “{name}”.',
  'shared.alias.of': 'Nama asal: {name}',

  'shared.shortcut.add': 'Tambah pintasan ke Fail saya…',
  'shared.shortcut.added': '“{name}” ada dalam {folder} sebagai pintasan',
  'shared.shortcut.brokenTitle': '“{name}” tidak menuju ke mana-mana',
  'shared.shortcut.remove': 'Buang pintasan',
  'shared.shortcut.broken':
    'Pintasan ini tidak menuju ke mana-mana: akses telah tamat, atau kandungannya tiada lagi.',

  'shared.ended': 'Anda tidak lagi mempunyai akses',
  'shared.ended.hint':
    'Ini tidak lagi dikongsi dengan anda, atau telah dialihkan atau dibuang. Perkara yang dikongsi orang lain dengan anda ada dalam Dikongsi.',
  'shared.toShared': 'Pergi ke Dikongsi',
}
