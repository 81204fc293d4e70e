import type { texts as english } from '../en/app.ts'

export const texts: Record<keyof typeof english, string> = {
  'app.name': 'Awan',
  'app.language': 'Bahasa',
  'app.theme': 'Tema',
  'app.theme.system': 'Sistem',
  'app.theme.light': 'Cerah',
  'app.theme.dark': 'Gelap',
  'app.skip': 'Terus ke kandungan',
  'app.notifications': 'Pemberitahuan',
  'app.close': 'Tutup',
  'app.cancel': 'Batal',
  'app.retry': 'Cuba lagi',
  'app.loading': 'Memuatkan',

  'error.title': 'Itu tidak berjaya',
  'error.tooMany': 'Terlalu banyak cubaan. Tunggu sebentar, kemudian cuba lagi.',
  'error.load': 'Ini tidak dapat dimuatkan',
  'error.load.hint': 'Semak sambungan anda, kemudian cuba lagi.',
  'error.crash': 'Halaman ini berhenti berfungsi',
  'error.crash.hint': 'Fail anda selamat. Muat semula halaman untuk meneruskan.',
  'error.reload': 'Muat semula',
  'error.requestId': 'Permintaan {id}',
  'error.copyRequestId': 'Salin nombor permintaan',
  'error.copied': 'Disalin',
  'error.dismiss': 'Tutup',

  'missing.title': 'Tiada apa-apa di sini',
  'missing.hint': 'Alamat mungkin tersilap taip, atau halaman telah dialihkan.',
  'missing.home': 'Buka fail saya',

  'password.show': 'Tunjukkan kata laluan',
  'password.hide': 'Sembunyikan kata laluan',

  'contact.country': 'Negara atau wilayah',
  'contact.country.search': 'Cari nama atau kod',
  'contact.country.none': 'Tiada negara yang sepadan',
  'contact.country.notPhone': 'Bukan nombor telefon',

  'account.menu': 'Akaun anda',
  'account.title': 'Akaun',
  'account.manage': 'Urus akaun',
  'account.administration': 'Pentadbiran',
  'account.signOut': 'Log keluar',
  'account.signOut.uploading': 'Muat naik masih berjalan',
  'account.signOut.uploading.hint': 'Log keluar akan membatalkannya.',
  'account.signOut.anyway': 'Log keluar dan batalkan',

  'verify.title.email': 'Semak e-mel anda',
  'verify.title.phone': 'Semak mesej anda',
  'verify.subtitle': 'Kami menghantar kod enam digit ke {contact}.',
  'verify.code': 'Kod enam digit',
  'verify.code.short': 'Taip keenam-enam digit.',
  'verify.code.expired': 'Kod ini tidak sah lagi. Minta yang baharu.',
  'verify.submit': 'Sahkan',
  'verify.resend': 'Hantar kod baharu',
  'verify.resendIn': 'Kod baharu dalam {seconds} s',
  'verify.sent': 'Kod baharu sedang dihantar.',

  'account.guest': 'Tetamu',
  'account.add': 'Tambah akaun lain',
  'account.all': 'Semua akaun',
  'account.others': 'Tukar ke',

  'guest.banner':
    'Anda di sini tanpa akaun. Jika data pelayar ini dipadamkan atau tidak digunakan selama 90 hari, fail anda akan hilang.',
  'guest.banner.label': 'Tentang fail anda',
  'guest.create': 'Cipta akaun',
  'guest.signIn': 'Saya ada akaun',
  'guest.leave.title': 'Tinggalkan fail anda?',
  'guest.leave.text':
    'Tetamu tidak boleh log masuk semula. Sebaik sahaja anda log keluar, fail anda di sini tidak dapat dibuka lagi.',
  'guest.leave.anyway': 'Tetap log keluar',

  'date.today': 'Hari ini {time}',
  'date.yesterday': 'Semalam',
  'goodbye.title': 'Akaun anda akan dipadamkan',
  'goodbye.until':
    'Sehingga {date} anda boleh memulihkannya: log masuk seperti biasa. Selepas itu akaun dipadamkan selama-lamanya.',
  'goodbye.signIn': 'Ke halaman log masuk',
}
