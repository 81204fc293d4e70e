import type { texts as english } from '../en/app.ts'

export const texts: Record<keyof typeof english, string> = {
  'app.name': 'Awan',
  'app.language': '语言',
  'app.theme': '主题',
  'app.theme.system': '跟随系统',
  'app.theme.light': '浅色',
  'app.theme.dark': '深色',
  'app.skip': '跳到内容',
  'app.notifications': '通知',
  'app.close': '关闭',
  'app.cancel': '取消',
  'app.retry': '重试',
  'app.loading': '正在加载',

  'error.title': '没有成功',
  'error.tooMany': '尝试次数过多，请稍后再试。',
  'error.load': '无法加载',
  'error.load.hint': '请检查网络连接，然后重试。',
  'error.crash': '页面停止了工作',
  'error.crash.hint': '你的文件是安全的。重新加载页面即可继续。',
  'error.reload': '重新加载',
  'error.requestId': '请求 {id}',
  'error.copyRequestId': '复制请求编号',
  'error.copied': '已复制',
  'error.dismiss': '关闭',

  'missing.title': '这里什么都没有',
  'missing.hint': '地址可能有误，或者页面已经移走。',
  'missing.home': '前往我的文件',

  'password.show': '显示密码',
  'password.hide': '隐藏密码',

  'contact.country': '国家或地区',
  'contact.country.search': '按名称或代码搜索',
  'contact.country.none': '没有匹配的国家或地区',
  'contact.country.notPhone': '这不是电话号码',

  'account.menu': '你的账号',
  'account.title': '账号',
  'account.manage': '管理账号',
  'account.signOut': '退出登录',
  'account.signOut.uploading': '上传仍在进行',
  'account.signOut.uploading.hint': '退出登录会取消上传。',
  'account.signOut.anyway': '取消上传并退出',

  'date.today': '今天 {time}',
  'date.yesterday': '昨天',
  'goodbye.title': '你的账号将被删除',
  'goodbye.until': '在 {date} 之前，照常登录即可恢复。之后将永久消失。',
  'goodbye.signIn': '前往登录',
}
