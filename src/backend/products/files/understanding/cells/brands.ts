/** Brands that begin the names of fragrances in traders' lists. When a file is read, the shop's brands are added. */
export const KNOWN_BRANDS: readonly string[] = `
  Abdul Samad Al Qurashi, Acqua di Parma, Adyan, Afnan, Ahmed Al Maghribi, Ajmal, Al Haramain, Al Rehab,
  Al Wataniah, Amouage, Arabian Oud, Ard Al Zaafaran, Armaf, Armani, Asdaaf, Atelier Cologne, Azzaro, Bond No. 9,
  Bottega Veneta, Burberry, Bvlgari, Byredo, Calvin Klein, Carolina Herrera, Cartier, Chanel, Chloé, Chopard,
  Clive Christian, Coach, Creed, Davidoff, Diesel, Diptyque, Dior, Dolce & Gabbana, Dsquared2, Dunhill, Elie Saab,
  Elizabeth Arden, Emper, Estée Lauder, Ex Nihilo, Fenty, Ferrari, Fragrance World, French Avenue, Frederic Malle,
  Ghost, Giorgio Armani, Gissah, Givenchy, Gucci, Guerlain, Hermès, Hugo Boss, Initio, Issey Miyake,
  Jean Paul Gaultier, Jimmy Choo, Jo Malone, Juliette Has a Gun, Kayali, Kenzo, Khadlaj, Kilian, Lacoste, Lancôme,
  Lattafa, Le Labo, Louis Vuitton, Maison Alhambra, Maison Francis Kurkdjian, Mancera, Marc Jacobs, Memo,
  Michael Kors, Moncler, Mont Blanc, Montale, Montblanc, Moschino, Mugler, My Perfumes, Nabeel, Narciso Rodriguez,
  Nasomatto, Nina Ricci, Nishane, Nusuk, Orientica, Paco Rabanne, Parfums de Marly, Paris Corner, Penhaligon’s,
  Prada, Rabanne, Ralph Lauren, Rasasi, Rave, Rayhaan, Roja, Rue Broca, Serge Lutens, Spirit of Kings,
  Swiss Arabian, Tiziana Terenzi, Tom Ford, Tommy Hilfiger, Trussardi, Valentino, Versace, Victoria’s Secret,
  Viktor & Rolf, Xerjoff, Yves Saint Laurent, Zadig & Voltaire, Zara, Zimaya
`
  .trim()
  .split(/,\s+/);
