"""All games of the house."""

from scoring.games.base import AnyGame
from scoring.games.cau_robat import CauRobat
from scoring.games.cuajo.game import Cuajo
from scoring.games.khanhoo.english import KhanhooEnglish
from scoring.games.khanhoo.ming import KhanhooMing
from scoring.games.khanhoo.qing import KhanhooQing

GAMES: tuple[AnyGame, ...] = (Cuajo(), KhanhooEnglish(), KhanhooQing(), KhanhooMing(), CauRobat())
