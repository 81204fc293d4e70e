import type { texts as english } from '../en/drive-shared.ts'

export const texts: Record<keyof typeof english, string> = {
  'shared.tabs': 'Yang dibagikan',
  'shared.withMe': 'Dengan saya',
  'shared.byMe': 'Oleh saya',
  'shared.links': 'Tautan',
  'shared.withMe.title': 'Dibagikan dengan saya',

  'shared.name': 'Nama',
  'shared.owner': 'Pemilik',
  'shared.role': 'Peran',
  'shared.when': 'Dibagikan',
  'shared.who': 'Dibagikan dengan',
  'shared.end.column': 'Berakhir',
  'shared.downloads': 'Unduhan',
  'shared.address': 'Alamat',
  'shared.actions': 'Tindakan',

  'shared.by': 'Dari {name}',
  'shared.viaGroup': 'Melalui grup {name}',
  'shared.anyone': 'Siapa saja yang punya tautan',
  'shared.until': 'Sampai {date}',
  'shared.over': 'Berakhir {date}',
  'shared.noEnd': 'Tanpa tanggal akhir',
  'shared.noEffect': 'Kini tidak memberi akses',
  'shared.limited': 'Memberi kurang dari perannya',
  'shared.more': 'Tampilkan lainnya',

  'shared.leave': 'Tinggalkan',
  'shared.actions.one': 'Tindakan untuk {name}',
  'shared.leave.ask': 'Tinggalkan “{name}”?',
  'shared.leave.hint':
    'Anda kehilangan akses. Untuk mendapatkannya lagi, minta {owner} membagikannya lagi.',
  'shared.left': 'Anda telah meninggalkan “{name}”',
  'shared.save': 'Simpan ke drive saya',

  'shared.end': 'Akhiri akses',
  'shared.end.one': 'Akhiri akses {who} ke {name}',
  'shared.end.ask': 'Akhiri akses ke “{name}”?',
  'shared.end.hint':
    'Tidak lagi dibagikan dengan: {who}. Anda dapat membagikannya lagi kapan saja.',
  'shared.endDone': 'Akses diakhiri',

  'shared.link.copy': 'Salin tautan ke {name}',
  'shared.link.copied': 'Tautan disalin',
  'shared.link.noAddress': 'Alamat tidak dapat ditampilkan lagi',
  'shared.link.password': 'Dengan kata sandi',
  'shared.link.noDownload': 'Hanya pratinjau',
  'shared.link.downloads': '{count, plural, other {# unduhan}}',
  'shared.link.downloadsOf': '{count} dari {limit} unduhan',
  'shared.link.revoke': 'Cabut tautan',
  'shared.link.revoke.one': 'Cabut tautan ke {name}',
  'shared.link.revoke.ask': 'Cabut tautan ke “{name}”?',
  'shared.link.revoke.hint':
    'Tidak ada yang dapat membukanya lagi, dan tautan ini tidak dapat dikembalikan.',
  'shared.link.revoked': 'Tautan dicabut',

  'shared.withMe.empty': 'Belum ada yang dibagikan dengan Anda',
  'shared.withMe.empty.hint':
    'Berkas dan folder yang dibagikan orang lain dengan Anda langsung muncul di sini.',
  'shared.byMe.empty': 'Anda belum membagikan apa pun',
  'shared.byMe.empty.hint':
    'Setelah Anda membagikan berkas atau folder, di sini terlihat siapa yang punya akses, dan Anda dapat mengakhirinya.',
  'shared.links.empty': 'Anda belum punya tautan',
  'shared.links.empty.hint':
    'Tautan membuka berkas atau folder untuk orang tanpa akun. Tautan yang Anda buat tercantum di sini.',

  'search.where': 'Tempat mencari',
  'search.where.everything': 'Semuanya',
  'search.where.mine': 'Drive saya',
  'search.where.drive': 'Drive ini',
  'search.where.column': 'Tempat',
  'search.where.shared': 'Dibagikan dengan saya',

  'shared.alias': 'Ganti nama',
  'shared.alias.one': 'Ganti nama untuk Anda sendiri',
  'shared.alias.title': 'Ganti nama untuk Anda sendiri',
  'shared.alias.name': 'Nama dari Anda',
  'shared.alias.hint': 'Hanya Anda yang melihat nama ini. Nama dari {owner}: “{name}”.',
  'shared.alias.of': 'Nama asli: {name}',

  'shared.shortcut.add': 'Tambahkan pintasan ke Berkas saya…',
  'shared.shortcut.added': '“{name}” ada di {folder} sebagai pintasan',
  'shared.shortcut.brokenTitle': '“{name}” tidak mengarah ke mana pun',
  'shared.shortcut.remove': 'Hapus pintasan',
  'shared.shortcut.broken':
    'Pintasan ini tidak mengarah ke mana pun: akses telah berakhir, atau isinya sudah tidak ada.',

  'shared.ended': 'Anda tidak lagi memiliki akses',
  'shared.ended.hint':
    'Ini tidak lagi dibagikan dengan Anda, atau sudah dipindahkan atau dihapus. Yang dibagikan orang lain dengan Anda ada di Dibagikan.',
  'shared.toShared': 'Buka Dibagikan',
}
