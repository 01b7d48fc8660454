/** Lower-case words at the top of leaked password lists. Digits and symbols around them are ignored. */
export const COMMON_PASSWORD_STEMS: readonly string[] = `
password passwort passw0rd pass passwd motdepasse contrasena senha parola haslo wachtwoord salasana
qwerty qwertz azerty qwertyuiop qwertyui asdfgh asdfghjkl asdf zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
letmein welcome willkommen bienvenue bienvenido iloveyou loveyou ilovegod ilove jetaime teamo
admin administrator root superuser user guest test testtest tester testing demo login master master changeme
secret topsecret default temp temporary access security computer internet server system windows microsoft google
facebook youtube instagram twitter linkedin amazon apple iphone android samsung adobe photoshop
monkey dragon tiger lion panther eagle falcon wolf dolphin butterfly elephant chicken rabbit kitten puppy doggy
football baseball basketball soccer hockey tennis golf volleyball cricket rugby liverpool arsenal chelsea barcelona
realmadrid manchester manutd juventus yankees cowboys lakers steelers raiders packers redskins celtic rangers
superman batman spiderman ironman wonderwoman pokemon pikachu naruto starwars startrek skywalker matrix gandalf
hobbit harrypotter hogwarts minecraft fortnite roblox warcraft zelda mario sonic nintendo playstation xbox
sunshine princess prince flower angel angels heaven blessed jesus jesuschrist christ faith hope trustno trustnoone
shadow summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february march
april august september october november december christmas birthday holiday freedom forever family mother father
sister brother daughter baby babygirl babyboy lovely beautiful handsome sexy hottie cutie sweetie sweetheart honey
michael jennifer jessica ashley daniel matthew andrew joshua christopher anthony robert william thomas charlie
jordan hunter taylor george nicole michelle amanda samantha elizabeth victoria alexander alexandra benjamin
maggie ginger pepper buster bailey cookie chocolate cheese banana orange strawberry cherry coffee whiskey
mustang corvette ferrari porsche mercedes toyota honda yamaha harley suzuki
killer hacker ninja warrior knight soldier samurai pirate wizard magic mystery phoenix thunder lightning
hello helloworld hellothere whatever nothing something anything blahblah blink
london paris berlin madrid newyork chicago boston dallas texas california florida america american
abcabc abcd abcdef abcdefg abcdefgh abc aaaa aabbcc
lantern learnlantern learn learning student students teacher school university college course courses education
`
  .trim()
  .split(/\s+/)
