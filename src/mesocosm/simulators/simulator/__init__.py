"""Parts that all engines share: contract, reading of inputs, sandbox, matched runs, and cached runs."""

from mesocosm.simulators.simulator.contract import Cell as Cell
from mesocosm.simulators.simulator.contract import Engine as Engine
from mesocosm.simulators.simulator.contract import Result as Result
from mesocosm.simulators.simulator.contract import RunLimits as RunLimits
from mesocosm.simulators.simulator.contract import Simulator as Simulator
from mesocosm.simulators.simulator.contract import Table as Table
from mesocosm.simulators.simulator.contract import Value as Value
