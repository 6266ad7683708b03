"""A small made-up experiment: maize on a loam in one summer, without and with nitrogen."""

from __future__ import annotations

import math
from datetime import date, timedelta

from pydantic import JsonValue

FIRST = date(2001, 4, 1)
DAYS = 200


def _weather() -> str:
    lines = [
        "*WEATHER DATA : A made-up summer",
        "",
        "@ INSI      LAT     LONG  ELEV   TAV   AMP REFHT WNDHT",
        "  MESO   45.000    5.000   200  14.0  20.0  2.00  2.00",
        "@DATE  SRAD  TMAX  TMIN  RAIN",
    ]
    for step in range(DAYS):
        arch = math.sin(math.pi * (step + 10) / (DAYS + 20))
        rain = 9.0 if step % 5 == 0 else 0.0
        day = FIRST + timedelta(days=step)
        lines.append(f"{day:%y%j}{10 + 13 * arch:6.1f}{16 + 14 * arch:6.1f}{5 + 11 * arch:6.1f}{rain:6.1f}")
    return "\n".join(lines) + "\n"


SOIL = """*SOILS: A made-up soil

*MESO000001  MESOCOSM    L         150 MADE-UP LOAM
@SITE        COUNTRY          LAT     LONG SCS FAMILY
 NOWHERE     NOWHERE       45.000    5.000 -99
@ SCOM  SALB  SLU1  SLDR  SLRO  SLNF  SLPF  SMHB  SMPX  SMKE
    BN  0.13   6.0  0.60  73.0  1.00  1.00 IB001 IB001 IB001
@  SLB  SLMH  SLLL  SDUL  SSAT  SRGF  SSKS  SBDM  SLOC  SLCL  SLSI  SLCF  SLNI  SLHW  SLHB  SCEC  SADC
    15   -99 0.150 0.310 0.460 1.000  2.08  1.35  1.20  20.0  40.0   0.0  0.12   6.5   -99   -99   -99
    60   -99 0.150 0.310 0.460 0.600  2.08  1.40  0.70  20.0  40.0   0.0  0.08   6.5   -99   -99   -99
   150   -99 0.150 0.310 0.460 0.150  2.08  1.45  0.30  20.0  40.0   0.0  0.04   6.5   -99   -99   -99
"""

EXPERIMENT = """*EXP.DETAILS: MESO0101MZ A MADE-UP EXPERIMENT

*GENERAL
@PEOPLE
 NOBODY
@ADDRESS
 NOWHERE
@SITE
 NOWHERE

*TREATMENTS                        -------------FACTOR LEVELS------------
@N R O C TNAME.................... CU FL SA IC MP MI MF MR MC MT ME MH SM
 1 1 0 0 NO NITROGEN                1  1  0  1  1  0  0  0  0  0  0  0  1
 2 1 0 0 NITROGEN                   1  1  0  1  1  0  1  0  0  0  0  0  1

*CULTIVARS
@C CR INGENO CNAME
 1 MZ 990002 MEDIUM SEASON

*FIELDS
@L ID_FIELD WSTA....  FLSA  FLOB  FLDT  FLDD  FLDS  FLST SLTX  SLDP  ID_SOIL    FLNAME
 1 MESO0001 MESO       -99   -99   -99   -99   -99   -99 -99    150  MESO000001 -99
@L ...........XCRD ...........YCRD .....ELEV .............AREA .SLEN .FLWR .SLAS FLHST FHDUR
 1             -99             -99       -99               -99   -99   -99   -99   -99   -99

*INITIAL CONDITIONS
@C   PCR ICDAT  ICRT  ICND  ICRN  ICRE  ICWD ICRES ICREN ICREP ICRIP ICRID ICNAME
 1    MZ 01115     0     0     1     1   -99     0     0     0   100    15 -99
@C  ICBL  SH2O  SNH4  SNO3
 1    15  .280    .5   2.0
 1    60  .280    .5   1.0
 1   150  .280    .5    .5

*PLANTING DETAILS
@P PDATE EDATE  PPOP  PPOE  PLME  PLDS  PLRS  PLRD  PLDP  PLWT  PAGE  PENV  PLPH  SPRL                        PLNAME
 1 01115   -99   7.0   7.0     S     R    70     0     5   -99   -99   -99   -99     0                        -99

*FERTILIZERS (INORGANIC)
@F FDATE  FMCD  FACD  FDEP  FAMN  FAMP  FAMK  FAMC  FAMO  FOCD FERNAME
 1 01120 FE005 AP001     5   120     0     0     0     0   -99 -99

*SIMULATION CONTROLS
@N GENERAL     NYERS NREPS START SDATE RSEED SNAME.................... SMODEL
 1 GE              1     1     S 01115  2150 EXAMPLE
@N OPTIONS     WATER NITRO SYMBI PHOSP POTAS DISES  CHEM  TILL   CO2
 1 OP              Y     Y     N     N     N     N     N     N     D
@N METHODS     WTHER INCON LIGHT EVAPO INFIL PHOTO HYDRO NSWIT MESOM MESEV MESOL
 1 ME              M     M     E     R     S     C     R     1     G     S     2
@N MANAGEMENT  PLANT IRRIG FERTI RESID HARVS
 1 MA              R     N     R     R     M
@N OUTPUTS     FNAME OVVEW SUMRY FROPT GROUT CAOUT WAOUT NIOUT MIOUT DIOUT VBOSE CHOUT OPOUT FMOPT
 1 OU              N     Y     Y     1     Y     N     Y     Y     N     N     Y     N     N     A
"""

EXAMPLE: dict[str, JsonValue] = {"experiment": EXPERIMENT, "weather": _weather(), "soil": SOIL}
